import type { NodeRow } from '../../db/tables.ts'

/** Whether a file's content is text that people read: by its media type or by the ending of its name. */
export function isTextLike({ type, mime_type }: Pick<NodeRow, 'type' | 'mime_type'>): boolean {
  const media = mime_type?.split(';', 1)[0] ?? ''
  return media.startsWith('text/') || MEDIA.has(media) || ENDINGS.has(type)
}

const MEDIA = new Set([
  'application/json',
  'application/xml',
  'application/javascript',
  'application/x-ndjson',
  'application/x-sh',
  'application/x-yaml',
  'application/yaml',
  'application/toml',
  'application/sql',
])

const ENDINGS = new Set(
  [
    'txt md markdown rst adoc org tex log csv tsv srt vtt ini conf cfg env properties',
    'json jsonl yaml yml toml xml html htm css scss less svg',
    'js mjs cjs jsx ts mts cts tsx vue svelte py rb php pl lua r jl',
    'c h cc cpp cxx hpp m mm cs java kt kts scala groovy swift go rs zig dart',
    'hs ml fs ex exs erl clj lisp el vim sh bash zsh fish ps1 bat cmd sql graphql proto',
    'gradle cmake make mk dockerfile tf patch diff eml ics vcf bib',
  ]
    .join(' ')
    .split(' '),
)
