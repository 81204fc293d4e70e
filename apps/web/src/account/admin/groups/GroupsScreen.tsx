import { useNavigate } from '@tanstack/react-router'
import { Plus, Search, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { Loaded } from '../../rooms/Loaded.tsx'
import { MoreButton } from '../../rooms/MoreButton.tsx'
import { AdminPage } from '../AdminPage.tsx'
import { Empty } from '../Empty.tsx'
import { NameDialog } from '../NameDialog.tsx'
import { RowLink } from '../RowLink.tsx'
import { useAdmin } from '../use-admin.ts'
import { GroupPicture } from './GroupPicture.tsx'
import { useGroups } from './use-groups.ts'

/** Groups of people, to share with all of them together. */
export function GroupsScreen() {
  const t = useTexts()
  const navigate = useNavigate()
  const { groups: calls } = useAdmin()
  const { groups, found, typed, setTyped } = useGroups()
  const [isCreating, setCreating] = useState(false)
  const hasNone = found?.length === 0 && typed === ''
  const create = (
    <Button onClick={() => setCreating(true)}>
      <Plus aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
      {t('adminGroups.new')}
    </Button>
  )
  return (
    <AdminPage
      title={t('admin.nav.groups')}
      intro={t('adminGroups.intro')}
      action={hasNone ? undefined : create}
    >
      {hasNone ? null : (
        <div className="mb-4">
          <TextField
            type="search"
            label={t('adminGroups.search')}
            placeholder={t('adminGroups.search.hint')}
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
      )}
      <Loaded query={{ ...groups, data: found }} rows={4}>
        {(list) => (
          <>
            <p role="status" className="sr-only">
              {groups.isFetching ? '' : t('adminGroups.found', { count: list.length })}
            </p>
            {hasNone ? (
              <Empty
                icon={UsersRound}
                title={t('adminGroups.none')}
                text={t('adminGroups.none.text')}
                actions={create}
              />
            ) : list.length === 0 ? (
              <Empty icon={Search} title={t('adminGroups.nothing')} />
            ) : (
              <ul className="divide-y divide-line border-y border-line">
                {list.map(({ id, name, member_count }) => (
                  <li key={id}>
                    <RowLink
                      to={`/admin/groups/${id}`}
                      picture={<GroupPicture />}
                      title={name}
                      detail={t('adminGroups.count', { count: member_count })}
                    />
                  </li>
                ))}
              </ul>
            )}
            <MoreButton query={groups} />
          </>
        )}
      </Loaded>
      {isCreating ? (
        <NameDialog
          title={t('adminGroups.new')}
          text={t('adminGroups.new.text')}
          label={t('adminGroups.name')}
          takenText={t('adminGroups.taken')}
          confirm={t('adminGroups.create')}
          run={(name, sudo_token) => calls.create({ name, sudo_token })}
          done={(name) => t('adminGroups.created', { name })}
          onDone={({ id }) =>
            void navigate({ to: '/admin/groups/$groupId', params: { groupId: id } })
          }
          onClose={() => setCreating(false)}
        />
      ) : null}
    </AdminPage>
  )
}
