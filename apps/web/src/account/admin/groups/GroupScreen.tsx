import type { AdminGroup } from '@awan/client/admin'
import { isServiceError } from '@awan/protocol/errors'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { UsersRound } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { useSub } from '../../../session/ClientProvider.tsx'
import { Section } from '../../../ui/Section.tsx'
import { Loaded } from '../../rooms/Loaded.tsx'
import { type Act, ActDialog } from '../ActDialog.tsx'
import { ActRow } from '../ActRow.tsx'
import { AdminPage } from '../AdminPage.tsx'
import { Empty } from '../Empty.tsx'
import { NameDialog } from '../NameDialog.tsx'
import { useAdmin } from '../use-admin.ts'
import { Members } from './Members.tsx'

/** One group: who is in it, its name, and its end. */
export function GroupScreen() {
  const t = useTexts()
  const { groupId } = useParams({ from: '/queries/shell/admin/groups/$groupId' })
  const { groups } = useAdmin()
  const sub = useSub()
  const group = useQuery({
    queryKey: ['admin', sub, 'group', groupId],
    queryFn: () => groups.get(groupId),
  })
  const back = { to: '/admin/groups', label: t('admin.nav.groups') }
  if (isServiceError(group.error, 'not_found')) {
    return (
      <AdminPage title={t('missing.title')} back={back}>
        <Empty icon={UsersRound} title={t('adminGroups.missing')} />
      </AdminPage>
    )
  }
  return (
    <AdminPage
      key={group.data?.id}
      title={group.data?.name ?? t('admin.nav.groups')}
      back={back}
      {...(group.data && { intro: t('adminGroups.count', { count: group.data.member_count }) })}
    >
      <Loaded query={group}>
        {(found) => (
          <>
            <Members group={found} />
            <Acts group={found} />
          </>
        )}
      </Loaded>
    </AdminPage>
  )
}

function Acts({ group: { id, name } }: { group: AdminGroup }) {
  const t = useTexts()
  const { groups } = useAdmin()
  const navigate = useNavigate()
  const [act, setAct] = useState<Act>()
  const [isRenaming, setRenaming] = useState(false)
  return (
    <Section title={t('admin.person.acts')}>
      <ActRow
        text={t('adminGroups.rename.text')}
        button={t('adminGroups.rename')}
        onPress={() => setRenaming(true)}
      />
      <ActRow
        text={t('adminGroups.delete.text')}
        button={t('adminGroups.delete')}
        isDanger
        onPress={() =>
          setAct({
            title: t('adminGroups.delete.title', { name }),
            text: t('adminGroups.delete.text'),
            confirm: t('adminGroups.delete'),
            isDanger: true,
            run: ({ sudo_token }) => groups.remove(id, { sudo_token }),
            done: t('adminGroups.deleted', { name }),
            onDone: () => void navigate({ to: '/admin/groups', replace: true }),
          })
        }
      />
      {act ? <ActDialog act={act} onClose={() => setAct(undefined)} /> : null}
      {isRenaming ? (
        <NameDialog
          title={t('adminGroups.rename')}
          text={t('adminGroups.rename.text')}
          label={t('adminGroups.name')}
          name={name}
          takenText={t('adminGroups.taken')}
          confirm={t('admin.save')}
          run={(next, sudo_token) => groups.rename(id, { name: next, sudo_token })}
          done={() => t('admin.saved')}
          onClose={() => setRenaming(false)}
        />
      ) : null}
    </Section>
  )
}
