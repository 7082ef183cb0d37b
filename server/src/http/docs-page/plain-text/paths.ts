/** A guide, and an operation, as Markdown. */
export const guideTextPath = (name: string) => `/docs/${name}.md`;
export const operationTextPath = (operationId: string) => `/docs/operations/${operationId}.md`;
