import type { GrantGrantee } from '@awan/protocol/drive'
import { Link2, Mail, UsersRound } from 'lucide-react'
import { Avatar } from '../../ui/Avatar.tsx'

const icons = { group: UsersRound, email: Mail, link: Link2 } as const

/** A face for a person, a sign for everything else. */
export function GranteePicture({ grantee }: { grantee: GrantGrantee }) {
  if (grantee.kind === 'person') return <Avatar name={grantee.name} picture={grantee.picture} />
  const Icon = icons[grantee.kind]
  return (
    <span className="grid size-9 shrink-0 place-items-center rounded-full bg-grey-soft text-grey">
      <Icon aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
    </span>
  )
}
