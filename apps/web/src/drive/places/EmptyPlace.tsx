import { Link } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'

/** A place with nothing in it says what will be there, and where to begin. */
export function EmptyPlace({
  icon: Icon,
  title,
  hint,
}: {
  icon: LucideIcon
  title: string
  hint: string
}) {
  const t = useTexts()
  return (
    <div className="flex min-h-0 flex-1 items-center overflow-y-auto pb-16">
      <Notice
        picture={<PlacePicture icon={Icon} />}
        title={title}
        actions={
          <Link to="/files" className={buttonClass({ look: 'quiet' })}>
            {t('places.toFiles')}
          </Link>
        }
      >
        {hint}
      </Notice>
    </div>
  )
}

/** A card of the place before a cloud, as in an empty folder. */
export function PlacePicture({ icon: Icon }: { icon: LucideIcon }) {
  return (
    <div className="relative h-35 w-55">
      <svg viewBox="0 0 220 140" className="size-full" aria-hidden="true">
        <path
          d="M66 96a30 30 0 0 1-4-59.700 42 42 0 0 1 78-9.300 34 34 0 0 1 24 69Z"
          fill="var(--accent-soft)"
        />
        <rect
          x="80"
          y="50"
          width="60"
          height="60"
          rx="16"
          fill="var(--surface)"
          stroke="var(--line-strong)"
          strokeWidth="1.500"
        />
      </svg>
      <Icon
        aria-hidden="true"
        className="absolute start-1/2 top-20 size-7 -translate-1/2 text-accent rtl:translate-x-1/2"
        strokeWidth={1.5}
      />
    </div>
  )
}
