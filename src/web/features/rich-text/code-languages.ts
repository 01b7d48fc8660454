/** Languages that code blocks can be coloured in, by the highlighter's names. */
export const CODE_LANGUAGES = {
  bash: 'Bash',
  cpp: 'C++',
  csharp: 'C#',
  css: 'CSS',
  diff: 'Diff',
  go: 'Go',
  xml: 'HTML and XML',
  java: 'Java',
  javascript: 'JavaScript',
  json: 'JSON',
  markdown: 'Markdown',
  php: 'PHP',
  python: 'Python',
  ruby: 'Ruby',
  rust: 'Rust',
  sql: 'SQL',
  typescript: 'TypeScript',
  yaml: 'YAML',
}

export type CodeLanguage = keyof typeof CODE_LANGUAGES

/** What the editor calls a code block without a language. */
export const PLAIN_TEXT = 'plain'
