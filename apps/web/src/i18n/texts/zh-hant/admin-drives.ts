import type { texts as english } from '../en/admin-drives.ts'

export const texts: Record<keyof typeof english, string> = {
  'adminDrives.intro':
    '不屬於任何個人、有人離開時也會保留的雲端硬碟。您看得到由誰負責，但看不到其中的內容。',
  'adminDrives.new': '新增團隊雲端硬碟',
  'adminDrives.new.intro': '其他成員由首位負責人加入。',
  'adminDrives.name': '名稱',
  'adminDrives.manager': '首位負責人',
  'adminDrives.manager.none': '尚未選擇',
  'adminDrives.manager.choose': '選擇使用者',
  'adminDrives.manager.missing': '請選擇負責此雲端硬碟的使用者。',
  'adminDrives.create': '建立團隊雲端硬碟',
  'adminDrives.created': '已建立團隊雲端硬碟「{name}」。',
  'adminDrives.none': '還沒有團隊雲端硬碟',
  'adminDrives.none.text':
    '用於屬於團隊而非個人的檔案。團隊雲端硬碟有自己的成員、儲存空間和垃圾桶。',
  'adminDrives.members': '{count, plural, other {# 位成員}}',
  'adminDrives.managedBy': '負責人：{names}',
  'adminDrives.unmanaged': '沒有負責人',
  'adminDrives.unmanaged.text': '沒有人能加入成員或清空垃圾桶。請指定負責人。',
  'adminDrives.acts': '「{name}」的操作',
  'adminDrives.appoint': '指定負責人',
  'adminDrives.appoint.of': '為「{name}」指定負責人',
  'adminDrives.appointed': '「{name}」有了新的負責人。',
  'adminDrives.rename': '重新命名',
  'adminDrives.rename.title': '重新命名團隊雲端硬碟',
  'adminDrives.rename.text': '所有成員都會看到新名稱。',
  'adminDrives.delete': '刪除團隊雲端硬碟',
  'adminDrives.delete.title': '刪除團隊雲端硬碟「{name}」？',
  'adminDrives.delete.text': '其中的所有內容將對全部成員永久刪除，任何人都無法還原。',
  'adminDrives.deleted': '已刪除團隊雲端硬碟「{name}」。',
}
