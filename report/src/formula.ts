// Formulas of the catalogue: data from Python, made into functions once and never written twice.
//
// Division follows one rule everywhere: 0 / 0 is undefined (NaN), anything else / 0 is infinite.

export type Tree = number | string | [string, ...Tree[]];
export type Names = Readonly<Record<string, number>>;
export type Formula = (names: Names) => number;
type Operation = (...values: number[]) => number;

function divided(above: number, below: number): number {
  if (below !== 0) return above / below;
  return above === 0 || Number.isNaN(above) ? NaN : above > 0 ? Infinity : -Infinity;
}

const OPERATIONS: Record<string, Operation> = {
  '+': (a = 0, b = 0) => a + b,
  '-': (a = 0, b = 0) => a - b,
  '*': (a = 0, b = 0) => a * b,
  '/': (a = 0, b = 0) => divided(a, b),
  '^': (a = 0, b = 0) => a ** b,
  negated: (a = 0) => -a,
  sqrt: (a = 0) => Math.sqrt(a),
  max: (...values) => Math.max(...values),
  min: (...values) => Math.min(...values),
};

export function compiled(tree: Tree): Formula {
  if (typeof tree === 'number') return () => tree;
  if (typeof tree === 'string') return (names) => names[tree] ?? NaN;
  const [name, ...parts] = tree;
  const operation = OPERATIONS[name];
  if (!operation) throw new Error(`A formula may not use ${name}.`);
  const [first, second, ...more] = parts.map(compiled);
  if (first && !second) return (names) => operation(first(names));
  if (first && second && !more.length) return (names) => operation(first(names), second(names));
  return (names) => operation(...parts.map((part) => compiled(part)(names)));
}

const SIGNS: Record<string, [text: string, strength: number]> = {
  '+': [' + ', 1],
  '-': [' − ', 1],
  '*': [' × ', 2],
  '/': [' / ', 2],
};
const POWERS: Record<number, string> = { 2: '²', 3: '³' };
const LEAF = 5;

/** Return the formula for reading, with what stands for each name, and only the brackets it needs. */
export function readable(tree: Tree, shown: (name: string) => string): string {
  return written(tree, shown)[0];
}

function written(tree: Tree, shown: (name: string) => string): [text: string, strength: number] {
  if (typeof tree === 'number') return [String(tree), LEAF];
  if (typeof tree === 'string') return [shown(tree), LEAF];
  const [name, left = 0, right = 0] = tree;
  const bracketed = (part: Tree, least: number): string => {
    const [text, strength] = written(part, shown);
    return strength < least || (typeof part === 'string' && /^[-−]/.test(text)) ? `(${text})` : text;
  };
  if (name === '^') return [bracketed(left, LEAF) + (POWERS[Number(right)] ?? `^${String(right)}`), 4];
  if (name === 'negated') return [`−${bracketed(left, LEAF)}`, 3];
  const sign = SIGNS[name];
  if (!sign) return [`${name}(${tree.slice(1).map((part) => written(part as Tree, shown)[0]).join(', ')})`, LEAF];
  const [text, strength] = sign;
  // a − (b + c) and a / (b × c) keep their brackets on the right only.
  const least = name === '-' || name === '/' ? strength + 1 : strength;
  return [bracketed(left, strength) + text + bracketed(right, least), strength];
}
