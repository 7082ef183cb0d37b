import type { Detail } from '../platform/problem.ts';
import type { NewCall } from './start-call.ts';

const metadataLimit = 16 * 1024;

/** Finds faults that the schema cannot: too few digits, too much metadata. Fields with known faults are skipped. */
export function refineNewCall({ phone_number, metadata }: Partial<NewCall>, known: readonly Detail[]): Detail[] {
  const isKnown = (field: string) => known.some((fault) => fault.field.startsWith(field));
  const faults: Detail[] = [];
  if (typeof phone_number === 'string' && !isKnown('phone_number') && phone_number.replace(/\D/g, '').length < 3) {
    const message = 'phone_number must have at least 3 digits.';
    faults.push({ field: 'phone_number', code: 'invalid_format', message });
  }
  return isKnown('metadata') ? faults : [...faults, ...metadataFaults(metadata)];
}

export function metadataFaults(metadata: object | null | undefined): Detail[] {
  if (!metadata || Buffer.byteLength(JSON.stringify(metadata)) <= metadataLimit) return [];
  return [{ field: 'metadata', code: 'too_large', message: 'metadata must have at most 16 KiB as JSON.' }];
}
