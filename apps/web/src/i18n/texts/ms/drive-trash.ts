import type { texts as english } from '../en/drive-trash.ts'

export const texts: Record<keyof typeof english, string> = {
  'trash.nothing': 'Tong sampah kosong',
  'trash.nothing.hint': 'Apa yang anda padam menunggu di sini jika anda mahukannya semula.',
  'trash.retention':
    'Item disimpan di sini selama {days, plural, other {# hari}}, kemudian dipadamkan selama-lamanya.',
  'trash.search': 'Cari dalam tong sampah',
  'trash.search.clear': 'Kosongkan carian',
  'trash.found': 'Ditemukan dalam tong sampah',
  'trash.noMatch': 'Tiada “{words}” dalam tong sampah',
  'trash.noMatch.hint': 'Hanya nama dicari, bukan kandungan folder yang dipadamkan.',
  'trash.clear': 'Kosongkan tong sampah',
  'trash.clearAsk': 'Kosongkan tong sampah?',
  'trash.clearAsk.text': 'Semua isinya dipadamkan selama-lamanya. Ini tidak dapat dibuat asal.',
  'trash.clearing': 'Mengosongkan tong sampah',
  'trash.cleared': 'Tong sampah kini kosong',
  'trash.clearFailed': 'Tong sampah tidak dikosongkan',

  'trash.placeGone': 'Folder sudah tiada',
  'trash.placeInTrash': '{place} (dalam tong sampah)',
  'trash.goesSoon': 'Dipadamkan dalam sehari',
  'trash.goesIn': 'Dipadamkan dalam {days, plural, other {# hari}}',
}
