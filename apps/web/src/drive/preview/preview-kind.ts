import type { File } from '@awan/protocol/drive'

/**
 * How a file is shown. `look` means that only its first bytes can tell whether it is text. HTML and SVG are
 * text: what is in them is never run.
 */
export type PreviewKind =
  | 'image'
  | 'svg'
  | 'video'
  | 'audio'
  | 'pdf'
  | 'markdown'
  | 'table'
  | 'text'
  | 'archive'
  | 'office'
  | 'look'
  | 'none'

/** By the end of its name, which people see, else by what its sender said that it is. */
export function previewKind({ kind, name, mime_type }: Shown): PreviewKind {
  if (kind === 'folder') return 'none'
  const extension = extensionOf(name)
  const byName = byExtension.get(extension)
  if (byName !== undefined) return byName
  const type = mime_type?.split(';', 1)[0]?.trim() ?? ''
  return byType(type) ?? (unknownTypes.has(type) ? 'look' : 'none')
}

export function isMedia(kind: PreviewKind): boolean {
  return kind === 'image' || kind === 'svg' || kind === 'video' || kind === 'audio'
}

/** `.tsv` and `.tab` say that tabs lie between their fields. */
export function extensionOf(name: string): string {
  return /[^.]\.([a-z0-9_+-]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
}

type Shown = Pick<File, 'kind' | 'name' | 'mime_type'>

const unknownTypes = new Set(['', 'application/octet-stream'])

const OFFICE =
  /^application\/vnd\.(?:oasis\.opendocument|openxmlformats-officedocument)\.(?:spreadsheet|text|word|presentation)/

function byType(type: string): PreviewKind | undefined {
  if (type === 'image/svg+xml') return 'svg'
  if (type === 'text/markdown') return 'markdown'
  if (type === 'text/csv' || type === 'text/tab-separated-values') return 'table'
  if (type === 'application/pdf') return 'pdf'
  if (type === 'application/zip') return 'archive'
  if (OFFICE.test(type)) return 'office'
  if (/^application\/(.+\+)?(json|xml|yaml|toml|x-sh|javascript|sql)$/.test(type)) return 'text'
  const [family] = type.split('/')
  if (family === 'image' || family === 'video' || family === 'audio') return family
  return family === 'text' ? 'text' : undefined
}

const byExtension = new Map<string, PreviewKind>([
  ...every('image', 'jpg jpeg jfif png apng gif webp avif heic heif bmp tif tiff ico'),
  ...every('svg', 'svg'),
  ...every('video', 'mp4 m4v mov mkv webm ogv'),
  ...every('audio', 'mp3 m4a aac flac ogg oga opus wav weba'),
  ...every('pdf', 'pdf'),
  ...every('markdown', 'md markdown mdown mkd'),
  ...every('table', 'csv tsv tab'),
  ...every('archive', 'zip jar war apk xpi cbz kmz whl nupkg vsix'),
  ...every(
    'office',
    'xlsx xlsm xltx xltm docx docm dotx dotm pptx pptm ppsx potx ods ots odt ott odp otp',
  ),
  ...every('text', 'txt text log ini conf cfg env properties toml yaml yml json jsonc json5 jsonl'),
  ...every('text', 'html htm xhtml xml xsl xsd css scss sass less js mjs cjs jsx ts mts cts tsx'),
  ...every('text', 'vue svelte py rb go rs java kt kts c h cc cpp hpp cxx cs php pl pm lua r jl'),
  ...every('text', 'swift dart scala clj ex exs erl hs ml fs elm sh bash zsh fish ps1 bat cmd'),
  ...every('text', 'sql graphql gql proto diff patch tex bib rst adoc org srt vtt gpx kml geojson'),
  ...every('text', 'ics vcf eml dockerfile makefile cmake gradle tf gitignore editorconfig lock'),
  // Mostly text, though their types do not say so.
  ...every('look', 'pem crt cer csr asc csh tcl texi mbox'),
  // Text inside of other wrappings: nothing that a text editor could show.
  ...every('none', 'doc rtf xls ppt pages numbers key epub hwp hwpx'),
  ...every('none', '7z rar tar gz tgz bz2 xz zst iso dmg exe dll so bin psd ai raw avi wmv'),
])

function every(kind: PreviewKind, list: string): [string, PreviewKind][] {
  return list.split(' ').map((extension) => [extension, kind])
}
