import { ChevronDown, ScrollText, X } from 'lucide-react'
import { useState } from 'react'
import { useLanguage } from '../../../i18n/LanguageProvider.tsx'
import { Button } from '../../../ui/Button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { SelectField } from '../../../ui/SelectField.tsx'
import { inputClass, TextField } from '../../../ui/TextField.tsx'
import { Loaded } from '../../rooms/Loaded.tsx'
import { MoreButton } from '../../rooms/MoreButton.tsx'
import { AdminPage } from '../AdminPage.tsx'
import { Empty } from '../Empty.tsx'
import { PersonPicker } from '../PersonPicker.tsx'
import { EventRow } from './EventRow.tsx'
import { eventChoices } from './event-choices.ts'
import { useEvents } from './use-events.ts'

/** Everything that happened to all accounts, newest first. */
export function EventsScreen() {
  const { t, tag } = useLanguage()
  const { log, events, names, filter, personName, change, save, savedCount } = useEvents()
  const [isPicking, setPicking] = useState(false)
  return (
    <AdminPage
      title={t('admin.nav.events')}
      intro={t('admin.events.intro')}
      action={
        <Button
          look="quiet"
          busy={save.isPending}
          disabled={!save.isPending && !events?.length}
          onClick={() => save.mutate()}
        >
          {save.isPending
            ? t('admin.events.saving', { count: savedCount })
            : t('admin.events.save')}
        </Button>
      }
    >
      <div className="mb-5 grid gap-4 sm:grid-cols-2">
        <SelectField
          label={t('admin.events.type')}
          value={filter.type ?? ''}
          onChange={(event) => change({ type: event.target.value })}
          choices={[{ value: '', label: t('admin.events.type.all') }, ...eventChoices({ t, tag })]}
        />
        <div className="flex flex-col gap-1.5">
          <span aria-hidden="true" className="text-sm font-semibold">
            {t('admin.events.person')}
          </span>
          <div className="flex items-center gap-1">
            <button
              type="button"
              aria-haspopup="dialog"
              aria-label={`${t('admin.events.person')}: ${personName ?? t('admin.people.all')}`}
              className={classNames(
                inputClass,
                'flex min-w-0 items-center border-line-strong pe-3 text-start',
              )}
              onClick={() => setPicking(true)}
            >
              <span className="min-w-0 flex-1 truncate">{personName ?? t('admin.people.all')}</span>
              <ChevronDown
                aria-hidden="true"
                className="size-4.5 shrink-0 text-muted"
                strokeWidth={1.75}
              />
            </button>
            {filter.sub === undefined ? null : (
              <IconButton
                icon={X}
                label={t('admin.events.person.clear')}
                onClick={() => change({ sub: undefined })}
              />
            )}
          </div>
        </div>
        <div className="grid grid-cols-2 gap-4 sm:contents">
          <TextField
            type="date"
            label={t('admin.events.from')}
            value={filter.from ?? ''}
            max={filter.to}
            onChange={(event) => change({ from: event.target.value })}
          />
          <TextField
            type="date"
            label={t('admin.events.to')}
            value={filter.to ?? ''}
            min={filter.from}
            onChange={(event) => change({ to: event.target.value })}
          />
        </div>
      </div>
      <Loaded query={{ ...log, data: events }} rows={8}>
        {(list) =>
          list.length === 0 ? (
            <Empty
              icon={ScrollText}
              title={t('admin.events.none')}
              text={t('admin.events.none.text')}
              actions={
                <Button
                  look="quiet"
                  onClick={() =>
                    change({ type: undefined, sub: undefined, from: undefined, to: undefined })
                  }
                >
                  {t('admin.events.clear')}
                </Button>
              }
            />
          ) : (
            <>
              <div className="divide-y divide-line border-y border-line">
                {list.map((event) => (
                  <EventRow key={event.id} event={event} names={names} />
                ))}
              </div>
              <MoreButton query={log} />
            </>
          )
        }
      </Loaded>
      {isPicking ? (
        <PersonPicker
          title={t('admin.events.person')}
          chosen={filter.sub}
          onChoose={({ sub }) => {
            setPicking(false)
            change({ sub })
          }}
          onClose={() => setPicking(false)}
        />
      ) : null}
    </AdminPage>
  )
}
