import type { texts as english } from '../en/drive-places.ts'

export const texts: Record<keyof typeof english, string> = {
  'nav.recent': 'Terkini',
  'nav.starred': 'Kegemaran',
  'nav.photos': 'Foto',
  'nav.shared': 'Dikongsi',
  'nav.team': 'Pemacu pasukan',
  'nav.activity': 'Aktiviti',
  'nav.search': 'Cari',
  'nav.places': 'Tempat',
  'nav.folders': 'Folder',
  'nav.tags': 'Tag',
  'nav.tags.all': 'Tunjukkan semua tag',

  'tree.more': 'Tunjukkan lagi',
  'tree.empty': 'Tiada folder di dalamnya',

  'places.tagCount': '{count, plural, other {# item}}',
  'places.tag.list': 'Bertag {tag}',
  'places.recent.empty': 'Belum ada fail terkini',
  'places.recent.empty.hint':
    'Fail yang anda tambah atau ubah muncul di sini, yang terkini dahulu.',
  'places.starred.empty': 'Belum ada kegemaran',
  'places.starred.empty.hint':
    'Bintangkan apa yang kerap diperlukan, supaya sentiasa selangkah sahaja.',
  'places.tag.empty': 'Tiada apa-apa dengan tag ini',
  'places.tag.empty.hint': 'Fail dan folder dengan tag ini muncul di sini.',
  'places.toFiles': 'Buka fail saya',
}
