// What a person has chosen in this browser. A browser that keeps nothing, in private windows for example, forgets it.

type Choice = 'language' | 'mode';

export function remembered(choice: Choice): string | undefined {
  try {
    return localStorage.getItem(`trunkline.${choice}`) ?? undefined;
  } catch {
    return undefined;
  }
}

export function remember(choice: Choice, value: string): void {
  try {
    localStorage.setItem(`trunkline.${choice}`, value);
  } catch {
    // It holds until the page is left.
  }
}
