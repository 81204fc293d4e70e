import type { texts as english } from '../en/drive-results.ts'

export const texts: Record<keyof typeof english, string> = {
  'results.atLeast': '至少 {count} 个结果',
  'results.sort': '排序',
  'results.sort.match': '最佳匹配',
  'results.best': '最匹配的 {count} 个，已排序',
  'saved.title': '已保存的搜索',
  'saved.save': '保存搜索',
  'saved.save.title': '保存此搜索',
  'saved.save.hint': '关键词和筛选条件会以一个名称保存，在您的所有设备上都可使用。',
  'saved.name': '名称',
  'saved.missing': '请输入名称。',
  'saved.saved': '已保存“{name}”',
  'saved.rename': '重命名',
  'saved.rename.title': '重命名“{name}”',
  'saved.delete': '删除',
  'saved.deleted': '已删除“{name}”',
  'saved.most': '已保存 {count} 个搜索，无法再保存。请先删除一个。',
  'saved.actions': '{name}的操作',
  'saved.all': '所有已保存的搜索',
  'saved.failed': '无法加载已保存的搜索',
}
