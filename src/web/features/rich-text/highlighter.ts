import highlighter from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import css from 'highlight.js/lib/languages/css'
import csharp from 'highlight.js/lib/languages/csharp'
import cpp from 'highlight.js/lib/languages/cpp'
import diff from 'highlight.js/lib/languages/diff'
import go from 'highlight.js/lib/languages/go'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import markdown from 'highlight.js/lib/languages/markdown'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import ruby from 'highlight.js/lib/languages/ruby'
import rust from 'highlight.js/lib/languages/rust'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'
import type { LanguageFn } from 'highlight.js'
import type { CodeLanguage } from './code-languages.ts'

const LANGUAGES = {
  ...{ bash, css, csharp, cpp, diff, go, java, javascript, json, markdown },
  ...{ php, python, ruby, rust, sql, typescript, xml, yaml },
} satisfies Record<CodeLanguage, LanguageFn>

for (const [name, language] of Object.entries(LANGUAGES)) highlighter.registerLanguage(name, language)

/** Null for a language that is not known here. @param name or alias, such as `sql`, `ts` or `html` */
export function highlightToHtml(code: string, name: string): string | null {
  return highlighter.getLanguage(name)
    ? highlighter.highlight(code, { language: name, ignoreIllegals: true }).value
    : null
}
