/** Both ends are included. */
export type ByteRange = { start: number; end: number };

/**
 * The range that a Range header requests from a file of this size (RFC 9110, 14). A header that cannot be read, or names
 * several ranges, is ignored: the whole file is sent.
 */
export function readByteRange(header: string | undefined, size: number): ByteRange | 'all' | 'unsatisfiable' {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.replaceAll(' ', '') ?? '') ?? [];
  if (first === '' && last === '') return 'all';
  if (first === '')
    return size > 0 && +last > 0 ? { start: Math.max(0, size - +last), end: size - 1 } : 'unsatisfiable';
  if (last !== '' && +last < +first) return 'all';
  if (+first >= size) return 'unsatisfiable';
  return { start: +first, end: last === '' ? size - 1 : Math.min(+last, size - 1) };
}
