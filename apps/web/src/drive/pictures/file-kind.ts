import {
  FileArchive,
  FileCode,
  File as FileIcon,
  FileSpreadsheet,
  FileText,
  FileType,
  Film,
  Folder,
  Image,
  type LucideIcon,
  Music,
  NotebookText,
  Presentation,
  ScrollText,
} from 'lucide-react'

export interface FileKind {
  icon: LucideIcon
  /** Classes of the soft square and of the ink on it. */
  tint: string
}

const kinds = {
  folder: { icon: Folder, tint: 'bg-amber-soft text-amber' },
  image: { icon: Image, tint: 'bg-sky-soft text-sky' },
  video: { icon: Film, tint: 'bg-violet-soft text-violet' },
  audio: { icon: Music, tint: 'bg-violet-soft text-violet' },
  pdf: { icon: FileText, tint: 'bg-red-soft text-red' },
  document: { icon: FileType, tint: 'bg-blue-soft text-blue' },
  sheet: { icon: FileSpreadsheet, tint: 'bg-accent-soft text-accent-ink' },
  slides: { icon: Presentation, tint: 'bg-amber-soft text-amber' },
  code: { icon: FileCode, tint: 'bg-blue-soft text-blue' },
  archive: { icon: FileArchive, tint: 'bg-grey-soft text-grey' },
  other: { icon: FileIcon, tint: 'bg-grey-soft text-grey' },
} satisfies Record<string, FileKind>

const note: FileKind = { icon: NotebookText, tint: 'bg-accent-soft text-accent-ink' }
const plainText: FileKind = { icon: ScrollText, tint: 'bg-grey-soft text-grey' }

export type FileKindName = keyof typeof kinds

/** How a file looks: by what it says it is, else by the end of its name. */
export function fileKind(file: NamedFile): FileKind {
  const kind = fileKindName(file)
  if (kind !== 'document') return kinds[kind]
  // All of them are read and written; how they look tells which program does it.
  if (/\.md$/i.test(file.name)) return note
  const isPlain = /\.txt$/i.test(file.name) || file.mime_type === 'text/plain'
  return isPlain ? plainText : kinds.document
}

interface NamedFile {
  kind: 'folder' | 'file'
  name: string
  mime_type?: string | undefined
  shortcut?: 'folder' | 'file' | undefined
}

export function fileKindName({
  kind,
  name,
  mime_type: type = '',
  shortcut = kind,
}: NamedFile): FileKindName {
  if (shortcut === 'folder') return 'folder'
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  const byExtension = extensions.get(extension)
  if (byExtension !== undefined) return byExtension
  const [family] = type.split('/')
  if (family === 'image' || family === 'video' || family === 'audio') return family
  return family === 'text' ? 'document' : 'other'
}

const extensions = new Map<string, FileKindName>([
  ...every('image', 'jpg jpeg png gif webp avif heic heif svg bmp tif tiff raw dng ico'),
  ...every('video', 'mp4 m4v mov mkv webm avi mpg mpeg wmv'),
  ...every('audio', 'mp3 m4a aac flac ogg oga opus wav aiff'),
  ...every('pdf', 'pdf'),
  ...every('document', 'md txt rtf doc docx odt pages epub hwp hwpx'),
  ...every('sheet', 'csv tsv xls xlsx ods numbers'),
  ...every('slides', 'ppt pptx odp key'),
  ...every('code', 'ts tsx js jsx mjs json html css py rb go rs java kt c h cpp cs php sh sql'),
  ...every('code', 'yaml yml toml xml'),
  ...every('archive', 'zip 7z rar tar gz tgz bz2 xz zst iso dmg'),
])

function every(kind: FileKindName, list: string): [string, FileKindName][] {
  return list.split(' ').map((extension) => [extension, kind])
}
