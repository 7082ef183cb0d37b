/** The habits that CONTRIBUTING.md asks to avoid in texts: no named actor, or a clause as the subject. */
const habits: Record<string, RegExp> = {
  'a clause as the subject': /^(what|who|whom|whose|whoever|whatever|where|wherever|of)\b/i,
  'no named actor': /\b(nobody|somebody|anybody|everybody|no one|someone|whoever|whom)\b/i,
  'tell or hear': /\b(tells?|told|telling|hears?|heard|hearing)\b/i,
  'a person for a process': /\b(he|him|his|himself)\b/i,
};

export const habitsOf = (sentence: string) => Object.keys(habits).filter((name) => habits[name]?.test(sentence));

/** The sentences of a text; words in backquotes are code. */
export const sentencesOf = (text: string) =>
  text
    .replace(/`[^`]*`/g, 'code')
    .split(/(?<=[.!?])\s+/)
    .filter((sentence) => /[a-z]{2}/i.test(sentence));
