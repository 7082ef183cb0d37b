/** `localStorage` or `sessionStorage`. A browser that keeps nothing for this site throws when it is asked for them. */
export function storage(name) {
  try {
    return window[name];
  } catch {
    const kept = new Map();
    return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
  }
}
