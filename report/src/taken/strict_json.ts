// JSON as the commands write it: an infinite number is a word.

const plain = (_: string, value: unknown): unknown => (value === Infinity ? 'infinity' : value === -Infinity ? '-infinity' : value);

export const strictJson = (content: object, indent = 1): string => JSON.stringify(content, plain, indent);
