import { FolderOpen } from 'lucide-react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Notice } from '../../ui/Notice.tsx'

export function EmptyList({ canAdd }: { canAdd: boolean }) {
  const t = useTexts()
  return (
    <div className="m-auto">
      <Notice
        picture={
          <span className="grid size-16 place-items-center rounded-full bg-amber-soft text-amber">
            <FolderOpen className="size-7" strokeWidth={1.5} />
          </span>
        }
        title={t('visit.empty')}
      >
        {t(canAdd ? 'visit.empty.add' : 'visit.empty.hint')}
      </Notice>
    </div>
  )
}
