import type { PhotoFilter } from '@awan/client/drive'
import type { AnswerOf } from '@awan/protocol'
import type { measurePhotos } from '@awan/protocol/drive'
import { Grid2x2, Star, X } from 'lucide-react'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { Menu, MenuChoices } from '../../ui/Menu.tsx'
import { chipClass, FilterChip } from '../files/FilterChip.tsx'
import { AddPhotos } from './AddPhotos.tsx'
import { JumpMenu } from './JumpMenu.tsx'
import { tileSizes, useTileSize } from './photo-looks.ts'

const ANY = ''

/** Which photos are shown, how large, and the way to a month. */
export function PhotosBar({
  filter,
  measure,
  onFilter,
  onJump,
}: {
  filter: PhotoFilter
  measure: AnswerOf<typeof measurePhotos> | undefined
  onFilter: (filter: PhotoFilter) => void
  onJump: (index: number) => void
}) {
  const { t, tag } = useLanguage()
  const [size, setSize] = useTileSize()
  const { images = 0, videos = 0, cameras = [], days = [] } = measure ?? {}
  const number = new Intl.NumberFormat(tag)
  const counted = (name: string, count: number) => `${name} (${number.format(count)})`
  const hasKinds = filter.kind !== undefined || (images > 0 && videos > 0)
  const isFiltered = Object.keys(filter).length > 0
  const sizeName = t(`photos.size.${size}`)
  return (
    <div className="flex h-12 shrink-0 items-center gap-2 ps-4 pe-2 md:ps-5 md:pe-5">
      <div className="-ms-1 flex min-w-0 flex-1 gap-2 overflow-x-auto p-1 [scrollbar-width:none]">
        {days.length > 1 ? <JumpMenu days={days} onJump={onJump} /> : null}
        {hasKinds ? (
          <FilterChip
            label={t('browse.kind')}
            value={filter.kind ?? ANY}
            choices={[
              { value: ANY, label: t('browse.any') },
              { value: 'image', label: counted(t('nav.photos'), images) },
              { value: 'video', label: counted(t('browse.kind.video'), videos) },
            ]}
            onChoose={(kind) =>
              onFilter(
                withPart(filter, 'kind', kind === 'image' || kind === 'video' ? kind : undefined),
              )
            }
          />
        ) : null}
        <button
          type="button"
          aria-pressed={filter.starred ?? false}
          onClick={() => onFilter(withPart(filter, 'starred', filter.starred ? undefined : true))}
          className={chipClass(filter.starred ?? false)}
        >
          <Star aria-hidden="true" className="size-3.5" strokeWidth={2} />
          {t('browse.starredOnly')}
        </button>
        {cameras.length > 0 || filter.camera !== undefined ? (
          <FilterChip
            label={t('photos.camera')}
            value={filter.camera ?? ANY}
            choices={[
              { value: ANY, label: t('browse.any') },
              ...cameras.map(({ name, count }) => ({ value: name, label: counted(name, count) })),
            ]}
            onChoose={(camera) =>
              onFilter(withPart(filter, 'camera', camera === ANY ? undefined : camera))
            }
          />
        ) : null}
        {isFiltered ? (
          <button type="button" onClick={() => onFilter({})} className={chipClass(false)}>
            <X aria-hidden="true" className="size-3.5" strokeWidth={2} />
            {t('browse.clear')}
          </button>
        ) : null}
      </div>
      <Menu
        align="end"
        trigger={
          <button
            type="button"
            aria-label={t('photos.sizeIs', { size: sizeName })}
            title={t('photos.size')}
            className="grid size-9 shrink-0 place-items-center rounded-sm text-muted hover:bg-hover hover:text-text pointer-coarse:size-11"
          >
            <Grid2x2 aria-hidden="true" className="size-5" strokeWidth={1.75} />
          </button>
        }
      >
        <MenuChoices
          label={t('photos.size')}
          value={size}
          choices={tileSizes.map((value) => ({ value, label: t(`photos.size.${value}`) }))}
          onChoose={setSize}
        />
      </Menu>
      <span className="max-md:hidden">
        <AddPhotos look="button" />
      </span>
    </div>
  )
}

/** What is not filtered has no part, so that the same filter is the same list. */
function withPart<Key extends keyof PhotoFilter>(
  filter: PhotoFilter,
  key: Key,
  value: PhotoFilter[Key],
): PhotoFilter {
  const { [key]: _, ...rest } = filter
  return value === undefined ? rest : { ...rest, [key]: value }
}
