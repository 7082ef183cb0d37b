import { iconShapes } from './icon-shapes.ts';

export type IconName = keyof typeof iconShapes;

/** A picture beside words or inside a labeled button: screen readers skip it. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={iconShapes[name]} />
    </svg>
  );
}
