import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import type { Room } from './room.ts'

export function RoomList({ label, rooms }: { label: string; rooms: readonly Room[] }) {
  const t = useTexts()
  return (
    <nav aria-label={label} className="-mx-4 divide-y divide-line border-y border-line">
      {rooms.map(({ path, label, icon: Icon }) => (
        <Link
          key={path}
          to={path}
          className="flex min-h-13 items-center gap-3.5 px-4 hover:bg-hover"
        >
          <Icon aria-hidden="true" className="size-5 shrink-0 text-muted" strokeWidth={1.75} />
          <span className="flex-1 font-medium">{t(label)}</span>
          <ChevronRight aria-hidden="true" className="size-4.5 text-faint" strokeWidth={1.75} />
        </Link>
      ))}
    </nav>
  )
}
