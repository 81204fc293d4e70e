import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { FolderTree } from '../tree/FolderTree.tsx'
import { PlaceLinks } from './PlaceLinks.tsx'
import { StorageMeter } from './StorageMeter.tsx'
import { TagLinks } from './TagLinks.tsx'

/** All the places of the drive, and how much is in it: beside the work, and in a phone's drawer. */
export function Places() {
  const t = useTexts()
  return (
    <>
      <nav aria-label={t('nav.label')} className="flex flex-col gap-5">
        <PlaceLinks />
        <FolderTree heading={<Heading>{t('nav.folders')}</Heading>} />
        <TagLinks heading={<Heading>{t('nav.tags')}</Heading>} />
      </nav>
      <div className="mt-auto px-3 pt-2">
        <StorageMeter />
      </div>
    </>
  )
}

function Heading({ children }: { children: ReactNode }) {
  return <h2 className="px-3 pb-1.5 text-xs font-medium text-muted">{children}</h2>
}
