import type { texts as english } from '../en/drive-dialogs.ts'

export const texts: Record<keyof typeof english, string> = {
  'act.taken.title': '此名称已被使用',
  'act.taken.text': '“{folder}”中已有名为“{name}”的项目。',
  'act.taken.hint': '被替换的项目会移到回收站。',
  'act.taken.keepBoth': '两者都保留',
  'act.taken.replace': '替换',
  'act.taken.skip': '跳过',
  'act.taken.all': '对其余 {count} 项执行相同操作',

  'act.pick.move': '移动{count, plural, other { # 项}}',
  'act.pick.copy': '复制{count, plural, other { # 项}}',
  'act.pick.folders': '文件夹',
  'act.pick.recent': '最近使用的文件夹',
  'act.pick.moveHere': '移动到 {name}',
  'act.pick.copyHere': '复制到 {name}',
  'act.pick.more': '显示更多文件夹',
  'act.pick.none': '这里没有文件夹',
  'act.pick.same': '它现在就在这里。',
  'act.pick.newIn': '在 {name} 中新建文件夹',

  'act.tags.title': '{name} 的标签',
  'act.tags.field': '添加标签',
  'act.tags.add': '添加',
  'act.tags.known': '使用中的标签',
  'act.tags.chosen': '已选标签',
  'act.tags.remove': '移除标签 {tag}',
  'act.tags.none': '还没有标签。',
  'act.tags.save': '保存标签',
  'act.tags.full': '一个文件最多可有 20 个标签。',
}
