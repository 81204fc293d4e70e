import type { AdminGroupMember, GroupMemberId } from '@awan/client/admin'
import { Link } from '@tanstack/react-router'
import { UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import { useLanguage, useTexts } from '../../../i18n/LanguageProvider.tsx'
import { Avatar } from '../../../ui/Avatar.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Section } from '../../../ui/Section.tsx'
import { MoreButton } from '../../rooms/MoreButton.tsx'
import { type Act, ActDialog } from '../ActDialog.tsx'
import { Empty } from '../Empty.tsx'
import { useAdmin } from '../use-admin.ts'
import { GroupPicture } from './GroupPicture.tsx'
import { MemberPicker } from './MemberPicker.tsx'

const ROWS_AT_ONCE = 100

/** Who is in a group: people, and groups with all of their members. */
export function Members({ group }: { group: { id: string; members: AdminGroupMember[] } }) {
  const { t, tag } = useLanguage()
  const { groups } = useAdmin()
  const [act, setAct] = useState<Act>()
  const [isAdding, setAdding] = useState(false)
  const [shown, setShown] = useState(ROWS_AT_ONCE)
  const { compare } = new Intl.Collator(tag)
  const members = group.members.toSorted((a, b) => compare(a.name, b.name))
  const add = (
    <Button look="quiet" size="small" onClick={() => setAdding(true)}>
      <UserRoundPlus aria-hidden="true" className="size-4" strokeWidth={1.75} />
      {t('adminGroups.add')}
    </Button>
  )

  function askToRemove(member: AdminGroupMember) {
    const { name } = member
    setAct({
      title: t('adminGroups.remove.title', { name }),
      text: t('adminGroups.remove.text', { name }),
      confirm: t('admin.remove'),
      isDanger: true,
      run: ({ sudo_token }) => groups.removeMember(group.id, idOf(member), { sudo_token }),
      done: t('adminGroups.removed', { name }),
    })
  }

  return (
    <Section title={t('adminGroups.members')} action={members.length === 0 ? undefined : add}>
      {members.length === 0 ? (
        <div className="py-8">
          <Empty
            icon={UserRoundPlus}
            title={t('adminGroups.members.none')}
            text={t('adminGroups.members.none.text')}
            actions={add}
          />
        </div>
      ) : (
        <ul className="divide-y divide-line">
          {members.slice(0, shown).map((member) => (
            <MemberRow
              key={member.kind === 'person' ? member.sub : member.id}
              member={member}
              onRemove={() => askToRemove(member)}
            />
          ))}
        </ul>
      )}
      <MoreButton
        query={{
          hasNextPage: members.length > shown,
          isFetchingNextPage: false,
          fetchNextPage: async () => {
            setShown(shown + ROWS_AT_ONCE)
            return { error: null, isFetchNextPageError: false }
          },
        }}
      />
      {act ? <ActDialog act={act} onClose={() => setAct(undefined)} /> : null}
      {isAdding ? <MemberPicker group={group} onClose={() => setAdding(false)} /> : null}
    </Section>
  )
}

function MemberRow({ member, onRemove }: { member: AdminGroupMember; onRemove: () => void }) {
  const t = useTexts()
  const { name } = member
  const look = 'block truncate rounded-sm font-medium hover:underline'
  return (
    <li className="flex min-h-15 items-center gap-3.5 py-2.5">
      {member.kind === 'person' ? <Avatar name={name} /> : <GroupPicture />}
      <div className="min-w-0 flex-1">
        {member.kind === 'person' ? (
          <Link to="/admin/people/$sub" params={{ sub: member.sub }} className={look}>
            {name}
          </Link>
        ) : (
          <>
            <Link to="/admin/groups/$groupId" params={{ groupId: member.id }} className={look}>
              {name}
            </Link>
            <p className="text-sm text-muted">{t('adminGroups.group')}</p>
          </>
        )}
      </div>
      <Button
        look="quiet"
        size="small"
        aria-label={t('adminGroups.remove.of', { name })}
        onClick={onRemove}
      >
        {t('admin.remove')}
      </Button>
    </li>
  )
}

function idOf(member: AdminGroupMember): GroupMemberId {
  return member.kind === 'person' ? { sub: member.sub } : { group_id: member.id }
}
