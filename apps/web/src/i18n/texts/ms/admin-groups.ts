import type { texts as english } from '../en/admin-groups.ts'

export const texts: Record<keyof typeof english, string> = {
  'adminGroups.intro':
    'Orang yang mendapat akses bersama-sama. Apa yang dikongsi dengan kumpulan terbuka untuk semua ahlinya.',
  'adminGroups.search': 'Cari kumpulan',
  'adminGroups.search.hint': 'Sebahagian daripada nama',
  'adminGroups.found': '{count, plural, other {# kumpulan}}',
  'adminGroups.new': 'Kumpulan baharu',
  'adminGroups.new.text': 'Sesiapa yang berkongsi sesuatu mencari kumpulan dengan nama ini.',
  'adminGroups.name': 'Nama',
  'adminGroups.create': 'Cipta kumpulan',
  'adminGroups.created': 'Kumpulan {name} telah dicipta.',
  'adminGroups.taken': 'Kumpulan lain mempunyai nama ini. Taip nama yang berbeza.',
  'adminGroups.none': 'Belum ada kumpulan',
  'adminGroups.none.text':
    'Keluarga, kelas, pasukan: cipta kumpulan dan tambah ahlinya. Selepas itu berkongsi dengannya semudah berkongsi dengan seorang.',
  'adminGroups.nothing': 'Tiada kumpulan yang sepadan',
  'adminGroups.count': '{count, plural, =0 {tiada ahli} other {# ahli}}',
  'adminGroups.missing': 'Kumpulan ini sudah tiada',
  'adminGroups.members': 'Ahli',
  'adminGroups.members.none': 'Belum ada sesiapa dalam kumpulan ini',
  'adminGroups.members.none.text': 'Tambah orang, atau kumpulan lain dengan semua ahlinya.',
  'adminGroups.group': 'Kumpulan',
  'adminGroups.add': 'Tambah ahli',
  'adminGroups.add.find': 'Nama atau e-mel seseorang, atau kumpulan',
  'adminGroups.add.list': 'Orang dan kumpulan',
  'adminGroups.add.type': 'Taip nama untuk mencari yang lain.',
  'adminGroups.add.nobody': 'Tiada lagi yang sepadan',
  'adminGroups.add.do': '{count, plural, other {Tambah # ahli}}',
  'adminGroups.added': '{count, plural, other {# ahli ditambah.}}',
  'adminGroups.nested':
    'Kumpulan hanya boleh bersarang satu peringkat: {name} mengandungi kumpulan, atau kumpulan ini berada dalam kumpulan lain.',
  'adminGroups.remove.of': 'Keluarkan {name} daripada kumpulan',
  'adminGroups.remove.title': 'Keluarkan {name} daripada kumpulan?',
  'adminGroups.remove.text':
    'Apa yang dikongsi dengan kumpulan ini tidak lagi terbuka untuk {name}, kecuali dikongsi dengan cara lain.',
  'adminGroups.removed': '{name} tidak lagi dalam kumpulan ini.',
  'adminGroups.rename': 'Namakan semula kumpulan',
  'adminGroups.rename.text': 'Apa yang dikongsi dengan kumpulan kekal dikongsi.',
  'adminGroups.delete': 'Padam kumpulan',
  'adminGroups.delete.title': 'Padam kumpulan {name}?',
  'adminGroups.delete.text':
    'Ahlinya hilang akses kepada semua yang dikongsi dengan kumpulan. Akaun dan fail mereka kekal.',
  'adminGroups.deleted': 'Kumpulan {name} telah dipadamkan.',
}
