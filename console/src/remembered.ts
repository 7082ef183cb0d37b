// Choices that a person has made in this browser. A browser that stores nothing, for example in a private window, forgets them.

type Choice = 'language' | 'mode' | 'callColumns' | `callFilters.${number}` | `first-steps.${number}`;

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
    // The choice lasts until the page is left.
  }
}
