export const percent = (part: number) => `${Math.round(part * 1_000) / 10} %`;
