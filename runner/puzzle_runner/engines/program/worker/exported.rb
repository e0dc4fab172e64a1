# Calls the method of a class or a script for a part, or for all (0), and prints what it returns.
# Words: the source, the part, the names as "1:part1,2:part2" or "0:solve", the input.
path, part, names, input = ARGV
text = File.read(input)
path = File.expand_path(path)
name = names.split(",").map { |pair| pair.split(":") }.to_h[part]
exit if name.nil?
ARGV.clear
require path

# What a method wants, by the name of its first parameter.
given = lambda do |method|
  wanted = method.parameters.find { |kind, _| %i[req opt].include?(kind) }
  next [] if wanted.nil?
  case wanted.last.to_s
  when /path|file/ then [input]
  when /lines|rows/ then [text.lines(chomp: true)]
  else [text.chomp]
  end
end
is_here = ->(method) { method.source_location&.first == path }
owners = ObjectSpace.each_object(Module).to_a
owner = owners.find { |each| each.singleton_methods(false).include?(name.to_sym) && is_here.(each.method(name)) }
unless owner
  classes = owners.grep(Class).select { |each| each.instance_methods(false).include?(name.to_sym) }
  made = classes.find { |each| each != Object && is_here.(each.instance_method(name)) }
  owner = made ? made.new(*given.(made.instance_method(:initialize))) : self
end
method = owner.method(name)
returned = method.call(*given.(method))
# What has other values than two answers is something else.
are_answers = returned.is_a?(Array) && returned.all? { |each| [Numeric, String, NilClass].any? { |type| each.is_a?(type) } }
both = part == "0" && are_answers && returned.size == 2
(both ? returned : [returned]).each_with_index do |answer, index|
  next if answer.nil?
  label = part == "0" && !both ? "" : "Part #{both ? index + 1 : part}: "
  # A drawing stands below its label.
  puts "#{answer.to_s.include?("\n") ? "#{label.strip}\n" : label}#{answer}"
end
