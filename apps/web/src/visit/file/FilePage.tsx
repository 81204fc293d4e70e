import { Download } from 'lucide-react'
import { formatBytes, formatWhen } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { DownloadNote } from '../DownloadNote.tsx'
import { EditAction } from '../edit/EditAction.tsx'
import { SaveAction } from '../SaveAction.tsx'
import { useDownload } from '../use-download.ts'
import type { VisitNode } from '../use-node.ts'
import { VisitHead } from '../VisitHead.tsx'
import { useVisit } from '../VisitProvider.tsx'
import { FilePreview } from './FilePreview.tsx'
import { kindOf } from './kind-of.ts'

/** One file: what it is, how it looks, and the way to get it. */
export function FilePage({ file, onChanged }: { file: VisitNode; onChanged: () => void }) {
  const { t, tag } = useLanguage()
  const { visit } = useVisit()
  const { isBusy, download } = useDownload()
  return (
    <>
      <VisitHead
        node={file}
        facts={[
          kindOf(file, t),
          formatBytes(file.size, tag),
          formatWhen(new Date(file.modified_time), new Date(), { t, tag }),
        ]}
        actions={
          visit.allow_download || file.capabilities.includes('edit') ? (
            <>
              {visit.allow_download ? (
                <>
                  <SaveAction node={file} />
                  <Button busy={isBusy} onClick={() => void download(file)}>
                    <Download aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
                    {t('visit.download')}
                  </Button>
                </>
              ) : null}
              <EditAction
                file={file}
                onChanged={onChanged}
                className="size-10 border border-line-strong"
              />
            </>
          ) : undefined
        }
      />
      <DownloadNote />
      <FilePreview key={`${file.id} ${file.hash}`} file={file} />
    </>
  )
}
