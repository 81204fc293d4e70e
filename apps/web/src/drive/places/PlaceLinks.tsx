import { Link } from '@tanstack/react-router'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { placeLinks } from './place-links.ts'

/** The faces of the links of the sidebar and of the phone's drawer. */
export const placeLinkClass =
  'flex min-h-9 items-center gap-3 rounded-md px-3 font-medium text-muted hover:bg-hover pointer-coarse:min-h-11 data-[status=active]:bg-accent-soft data-[status=active]:text-accent-ink'

export function PlaceLinks() {
  const t = useTexts()
  return (
    <ul className="flex flex-col gap-0.5">
      {placeLinks.map(({ link, label, icon: Icon }) => (
        <li key={label}>
          {/* A folder is marked in the tree; what is marked here is the place itself. */}
          <Link
            {...link}
            activeOptions={{ exact: true, includeSearch: false }}
            className={placeLinkClass}
          >
            <Icon aria-hidden="true" className="size-4.5 shrink-0" strokeWidth={1.75} />
            <span className="truncate">{t(label)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
