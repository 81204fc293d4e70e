import type { ReactNode } from 'react'
import { fileKind } from '../../drive/pictures/file-kind.ts'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Notice } from '../../ui/Notice.tsx'
import type { VisitNode } from '../use-node.ts'
import { useVisit } from '../VisitProvider.tsx'

/** Honest words in the place of a preview. */
export function NoPreview({
  file,
  title,
  actions,
  children,
}: {
  file: VisitNode
  title?: string
  actions?: ReactNode
  children?: ReactNode
}) {
  const t = useTexts()
  const { visit } = useVisit()
  const { icon: Icon, tint } = fileKind(file)
  return (
    <div className="m-auto">
      <Notice
        picture={
          <span className={`grid size-20 place-items-center rounded-lg ${tint}`}>
            <Icon className="size-9" strokeWidth={1.5} />
          </span>
        }
        title={title ?? t(children === undefined ? 'visit.noPreview' : 'visit.preview')}
        actions={actions}
      >
        {children ?? t(visit.allow_download ? 'visit.noPreview.download' : 'visit.noPreview.off')}
      </Notice>
    </div>
  )
}
