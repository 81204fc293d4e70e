import { Search, UsersRound } from 'lucide-react'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { Avatar } from '../../../ui/Avatar.tsx'
import { Button } from '../../../ui/Button.tsx'
import { SelectField } from '../../../ui/SelectField.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { Loaded } from '../../rooms/Loaded.tsx'
import { MoreButton } from '../../rooms/MoreButton.tsx'
import { AdminPage } from '../AdminPage.tsx'
import { Empty } from '../Empty.tsx'
import { RowLink } from '../RowLink.tsx'
import { userStatuses } from './people-search.ts'
import { StatusBadge } from './StatusBadge.tsx'
import { usePeople } from './use-people.ts'

/** Everybody with an account here; contacts are masked until a person is opened. */
export function PeopleScreen() {
  const t = useTexts()
  const { people, found, typed, setTyped, filter, choose, showAll, more } = usePeople()
  return (
    <AdminPage title={t('admin.nav.people')}>
      <div className="mb-4 grid gap-4 sm:grid-cols-[minmax(0,1fr)_13rem]">
        <TextField
          type="search"
          label={t('admin.people.search')}
          placeholder={t('admin.people.search.hint')}
          autoComplete="off"
          spellCheck={false}
          maxLength={254}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <SelectField
          label={t('admin.people.show')}
          value={filter}
          onChange={(event) => choose(event.target.value)}
          choices={[
            { value: 'ALL', label: t('admin.people.all') },
            ...userStatuses.map((status) => ({
              value: status,
              label: t(`admin.status.${status}`),
            })),
            { value: 'ADMINISTRATORS', label: t('admin.count.administrators') },
          ]}
        />
      </div>
      <Loaded query={{ ...people, data: found }} rows={6}>
        {(list) => (
          <>
            <p role="status" className="sr-only">
              {people.isFetching ? '' : t('admin.people.found', { count: list.length })}
            </p>
            {list.length === 0 ? (
              <Empty
                icon={typed ? Search : UsersRound}
                title={t('admin.people.none')}
                text={t('admin.people.none.text')}
                actions={
                  <Button look="quiet" onClick={showAll}>
                    {t('admin.events.person.clear')}
                  </Button>
                }
              />
            ) : (
              <ul className="divide-y divide-line border-y border-line">
                {list.map((person) => (
                  <li key={person.sub}>
                    <RowLink
                      to={`/admin/people/${person.sub}`}
                      picture={<Avatar name={person.name} picture={person.picture} />}
                      title={person.name}
                      detail={[person.username, person.email, person.phone_number]
                        .filter(Boolean)
                        .join(' · ')}
                      badges={
                        <StatusBadge
                          status={person.status}
                          isAdministrator={person.is_administrator}
                          isQuiet
                        />
                      }
                    />
                  </li>
                ))}
              </ul>
            )}
            <MoreButton query={{ ...people, fetchNextPage: more }} />
          </>
        )}
      </Loaded>
    </AdminPage>
  )
}
