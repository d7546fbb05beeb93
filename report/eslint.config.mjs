import js from '@eslint/js';
import typescript from 'typescript-eslint';

const unsafe = (name) => ({
  selector: `MemberExpression[property.name='${name}']`,
  message: `${name} turns text into markup; use textContent or the functions of dom.ts.`,
});

export default typescript.config(js.configs.recommended, ...typescript.configs.strict, {
  rules: {
    'no-eval': 'error',
    'no-implied-eval': 'error',
    'no-new-func': 'error',
    'no-undef': 'off', // TypeScript knows better
    'no-restricted-syntax': ['error', ...['innerHTML', 'outerHTML', 'insertAdjacentHTML', 'srcdoc'].map(unsafe)],
    'no-restricted-properties': ['error', { object: 'document', property: 'write' }],
    '@typescript-eslint/no-non-null-assertion': 'error',
    eqeqeq: 'error',
    'prefer-const': 'error',
  },
});
