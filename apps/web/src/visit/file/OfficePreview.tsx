import { OfficePages } from '../../drive/preview/office/OfficePages.tsx'
import { officeReason } from '../../drive/preview/office/office-reason.ts'
import { MAX_OFFICE_BYTES, readWhole } from '../../drive/preview/office/whole-file.ts'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import type { VisitNode } from '../use-node.ts'
import { useVisit } from '../VisitProvider.tsx'
import { NoPreview } from './NoPreview.tsx'
import { useContent } from './use-content.ts'

/** A document of an office program, as in the drive. */
export function OfficePreview({ file }: { file: VisitNode }) {
  return file.size > MAX_OFFICE_BYTES ? <NoPreview file={file} /> : <Document file={file} />
}

function Document({ file }: { file: VisitNode }) {
  const { need, t } = useLanguage()
  const { drive } = useVisit()
  const content = useContent(async (signal) => {
    const [found] = await Promise.all([readWhole(drive, file.id, signal), need('drive-preview')])
    return found
  })
  if (content.step === 'failed') return <NoPreview file={file} />
  if (content.step === 'coming') return null
  return (
    <div className="flex h-[max(24rem,calc(100dvh-15rem))] flex-col overflow-hidden md:rounded-b-lg">
      <OfficePages
        name={file.name}
        file={content.value}
        problem={(error) =>
          officeReason(error) === 'locked' ? (
            <NoPreview file={file} title={t('preview.office.locked')}>
              {t('preview.office.locked.hint')}
            </NoPreview>
          ) : (
            <NoPreview file={file} />
          )
        }
      />
    </div>
  )
}
