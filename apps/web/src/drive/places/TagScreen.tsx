import { useParams } from '@tanstack/react-router'
import { Tag } from 'lucide-react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { FileBrowser } from '../files/FileBrowser.tsx'
import { EmptyPlace } from './EmptyPlace.tsx'
import { PlaceHeading } from './PlaceHeading.tsx'
import { TagMenu } from './TagMenu.tsx'

export function TagScreen() {
  const { tag = '' } = useParams({ strict: false })
  // Another tag is another screen: its list begins at its own top.
  return <Tagged key={tag} tag={tag} />
}

/** All that has a tag, wherever it lies. */
function Tagged({ tag }: { tag: string }) {
  const t = useTexts()
  usePageTitle(tag, t('app.name'))
  return (
    <div className="flex h-full flex-col">
      <div className="flex items-center">
        <PlaceHeading icon={Tag}>
          <span translate="no">{tag}</span>
        </PlaceHeading>
        <TagMenu tag={tag} />
      </div>
      <FileBrowser
        place={{ kind: 'tag', tag }}
        label={t('places.tag.list', { tag })}
        empty={
          <EmptyPlace icon={Tag} title={t('places.tag.empty')} hint={t('places.tag.empty.hint')} />
        }
      />
    </div>
  )
}
