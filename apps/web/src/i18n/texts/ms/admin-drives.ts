import type { texts as english } from '../en/admin-drives.ts'

export const texts: Record<keyof typeof english, string> = {
  'adminDrives.intro':
    'Pemacu yang bukan milik sesiapa dan kekal apabila orang pergi. Anda melihat siapa yang mengurusnya, tetapi bukan isinya.',
  'adminDrives.new': 'Pemacu pasukan baharu',
  'adminDrives.new.intro': 'Pengurus pertamanya menambah ahli lain.',
  'adminDrives.name': 'Nama',
  'adminDrives.manager': 'Pengurus pertama',
  'adminDrives.manager.none': 'Belum ada yang dipilih',
  'adminDrives.manager.choose': 'Pilih seseorang',
  'adminDrives.manager.missing': 'Pilih orang yang mengurus pemacu ini.',
  'adminDrives.create': 'Cipta pemacu pasukan',
  'adminDrives.created': 'Pemacu pasukan {name} telah dicipta.',
  'adminDrives.none': 'Belum ada pemacu pasukan',
  'adminDrives.none.text':
    'Untuk fail milik pasukan dan bukan seorang sahaja. Pemacu pasukan mempunyai ahli, storan dan tong sampah sendiri.',
  'adminDrives.members': '{count, plural, other {# ahli}}',
  'adminDrives.managedBy': 'pengurus: {names}',
  'adminDrives.unmanaged': 'Tiada pengurus',
  'adminDrives.unmanaged.text':
    'Tiada siapa boleh menambah ahli atau mengosongkan tong sampah. Lantik seorang pengurus.',
  'adminDrives.acts': 'Tindakan untuk {name}',
  'adminDrives.appoint': 'Lantik pengurus',
  'adminDrives.appoint.of': 'Lantik pengurus {name}',
  'adminDrives.appointed': '{name} mempunyai pengurus baharu.',
  'adminDrives.rename': 'Namakan semula',
  'adminDrives.rename.title': 'Namakan semula pemacu pasukan',
  'adminDrives.rename.text': 'Semua ahli melihat nama baharu.',
  'adminDrives.delete': 'Padam pemacu pasukan',
  'adminDrives.delete.title': 'Padam pemacu pasukan {name}?',
  'adminDrives.delete.text':
    'Semua isinya dipadamkan selama-lamanya, untuk semua ahli. Tiada siapa boleh memulihkannya.',
  'adminDrives.deleted': 'Pemacu pasukan {name} telah dipadamkan.',
}
