/** How many tags a call may have, and how many characters a tag or an outcome. */
export const mostTags = 20;
export const longestLabel = 50;
