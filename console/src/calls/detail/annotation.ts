import type { Call } from '../call.ts';

// The annotation of a call, and the limits that the API sets.

export type Annotation = Pick<Call, 'note' | 'tags' | 'outcome'>;
export const annotationOf = ({ note, tags, outcome }: Annotation): Annotation => ({ note, tags, outcome });
export const limits = { note: 10_000, tags: 20, label: 50 };

/** As the API counts: a character outside the basic plane is one. */
const length = (text: string) => [...text].length;

/** The fields that the API would refuse, with the text that says why. */
export function faultsIn({ note, tags, outcome }: Partial<Annotation>) {
  const isLong = (label: string) => length(label) > limits.label;
  return {
    note: length(note ?? '') > limits.note ? ('noteTooLong' as const) : undefined,
    tags:
      (tags ?? []).length > limits.tags
        ? ('tooManyTags' as const)
        : tags?.some(isLong)
          ? ('tagTooLong' as const)
          : undefined,
    outcome: outcome?.includes(',')
      ? ('outcomeComma' as const)
      : isLong(outcome ?? '')
        ? ('outcomeTooLong' as const)
        : undefined,
  };
}

/** Tags as typed or pasted: a comma separates two, and each stands once. */
export const cleanTags = (typed: string[]) => [
  ...new Set(
    typed
      .flatMap((tag) => tag.split(','))
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
];

export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

type Field = keyof Annotation;

/** The fields that the condition chooses. */
export const only = (values: Partial<Annotation>, isChosen: (field: Field) => boolean): Partial<Annotation> =>
  Object.fromEntries(Object.entries(values).filter(([field]) => isChosen(field as Field)));

/** The fields whose values differ from the other ones. */
export const differing = (values: Partial<Annotation>, others: Partial<Annotation>): Partial<Annotation> =>
  only(values, (field) => !isSame(values[field], others[field]));
