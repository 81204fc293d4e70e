import type { texts as english } from '../en/drive-places.ts'

export const texts: Record<keyof typeof english, string> = {
  'nav.recent': 'Terbaru',
  'nav.starred': 'Favorit',
  'nav.photos': 'Foto',
  'nav.shared': 'Dibagikan',
  'nav.team': 'Drive tim',
  'nav.activity': 'Aktivitas',
  'nav.search': 'Cari',
  'nav.places': 'Tempat',
  'nav.folders': 'Folder',
  'nav.tags': 'Tag',
  'nav.tags.all': 'Tampilkan semua tag',

  'tree.more': 'Tampilkan lainnya',
  'tree.empty': 'Tidak ada folder di dalamnya',

  'places.tagCount': '{count, plural, other {# item}}',
  'places.tag.list': 'Bertag {tag}',
  'places.recent.empty': 'Belum ada berkas terbaru',
  'places.recent.empty.hint':
    'Berkas yang Anda tambah atau ubah muncul di sini, yang terbaru lebih dulu.',
  'places.starred.empty': 'Belum ada favorit',
  'places.starred.empty.hint':
    'Beri bintang pada yang sering Anda perlukan, agar selalu selangkah dari Anda.',
  'places.tag.empty': 'Tidak ada yang memakai tag ini',
  'places.tag.empty.hint': 'Berkas dan folder dengan tag ini muncul di sini.',
  'places.toFiles': 'Buka berkas saya',
}
