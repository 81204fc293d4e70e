import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Tag } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useDrive } from '../DriveProvider.tsx'
import { tagsQuery } from '../tags-query.ts'
import { placeLinkClass } from './PlaceLinks.tsx'

/** So many stand in the sidebar before somebody asks for all. */
const FEW = 8

/** The tags that files have, with how many have each. */
export function TagLinks({ heading }: { heading: ReactNode }) {
  const t = useTexts()
  const tags = useQuery(tagsQuery(useDrive())).data?.tags ?? []
  const [isWhole, setWhole] = useState(false)
  if (tags.length === 0) return null
  return (
    <section>
      {heading}
      <ul className="flex flex-col gap-0.5">
        {tags.slice(0, isWhole ? undefined : FEW).map(({ tag, count }) => (
          <li key={tag}>
            <Link to="/tags/$tag" params={{ tag }} className={placeLinkClass}>
              <Tag aria-hidden="true" className="size-4 shrink-0" strokeWidth={1.75} />
              <span translate="no" className="min-w-0 flex-1 truncate">
                {tag}
              </span>
              <span
                role="img"
                aria-label={t('places.tagCount', { count })}
                className="text-xs tabular-nums"
              >
                {count}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {tags.length > FEW && !isWhole ? (
        <button
          type="button"
          onClick={() => setWhole(true)}
          className="min-h-8 rounded-sm px-3 text-sm font-medium text-accent-ink hover:bg-hover pointer-coarse:min-h-11"
        >
          {t('nav.tags.all')}
        </button>
      ) : null}
    </section>
  )
}
