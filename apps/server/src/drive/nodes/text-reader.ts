import type { NodeRow, TextReaderKind } from '../../db/tables.ts'

/** What reads the text of a file, if people read text in it: by its media type or by the ending of its name. */
export function textReaderOf({
  type,
  mime_type,
}: Pick<NodeRow, 'type' | 'mime_type'>): TextReaderKind | undefined {
  // The type may be that of an earlier name.
  if (type === 'pdf') return 'pdf'
  if (OFFICE_ENDINGS.has(type)) return 'office'
  const media = mime_type?.split(';', 1)[0]?.trim() ?? ''
  if (media === 'application/pdf') return 'pdf'
  if (OFFICE_MEDIA.test(media)) return 'office'
  const isText = media.startsWith('text/') || MEDIA.has(media) || ENDINGS.has(type)
  return isText ? 'text' : undefined
}

/** Texts, tables and slides, with their templates, and with macros, which nobody runs. */
const OFFICE_MEDIA =
  /^application\/vnd\.(?:oasis\.opendocument\.(?:text|spreadsheet|presentation)|openxmlformats-officedocument\.(?:wordprocessingml|spreadsheetml|presentationml)\.|ms-(?:word|excel|powerpoint)\.[a-z.]+\.macroenabled)/i

const OFFICE_ENDINGS = new Set(
  'docx docm dotx dotm xlsx xlsm xltx xltm pptx pptm ppsx ppsm potx odt ott ods ots odp otp'.split(
    ' ',
  ),
)

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
