import { Folder } from 'lucide-react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useFolderAddress } from '../address/show-in-folder.ts'
import type { ListedFile } from '../listing/list-source.ts'

/** The folder that a file lies in, and the way there; the whole way down stands behind it. */
export function FolderLink({ file }: { file: ListedFile }) {
  const t = useTexts()
  const toAddress = useFolderAddress()
  // The top folder has no name of its own.
  const names = (file.path ?? []).map(({ name }, depth) => (depth === 0 ? t('nav.files') : name))
  return (
    <a
      data-where
      href={toAddress(file)}
      tabIndex={-1}
      draggable={false}
      title={names.join(' › ')}
      className="inline-flex max-w-full items-center gap-1 align-bottom underline-offset-3 hover:text-text hover:underline"
    >
      <Folder aria-hidden="true" className="size-3.5 shrink-0" strokeWidth={1.75} />
      <span className="truncate">{names.at(-1)}</span>
    </a>
  )
}
