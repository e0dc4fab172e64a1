import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.InputStream;
import java.io.StringReader;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Scanner;
import java.util.stream.Collectors;

/**
 * Calls the method of a class for a part, or for all (0), and prints what it returns.
 * Words: the input's file, the class, the part, the methods with what they are given, as "1:part1:input,2:part2:"
 * or "0:solve:input+no".
 */
class Exported {
    private static Path path;
    private static String text;

    public static void main(String[] words) throws Throwable {
        path = Path.of(words[0]);
        text = Files.readString(path);
        Throwable[] thrown = {null};
        // As large a stack as many of their authors give them.
        Thread thread = new Thread(null, () -> {
            try {
                run(Class.forName(words[1]), words[2], words[3]);
            } catch (InvocationTargetException error) {
                thrown[0] = error.getCause();
            } catch (Throwable error) {
                thrown[0] = error;
            }
        }, "main", 1L << 28);
        thread.start();
        thread.join();
        if (thrown[0] != null) {
            throw thrown[0];
        }
    }

    private static void run(Class<?> owner, String part, String names) throws Throwable {
        String[] call = Arrays.stream(names.split(","))
            .filter(each -> each.startsWith(part + ":"))
            .map(each -> each.split(":", -1))
            .findFirst().orElse(new String[] {part, "", ""});
        String[] kinds = call[2].isEmpty() ? new String[0] : call[2].split("\\+");
        for (Method method : owner.getDeclaredMethods()) {
            Type[] types = method.getGenericParameterTypes();
            if (!method.getName().equals(call[1]) || method.isBridge() || types.length != kinds.length) {
                continue;
            }
            Object[] given = new Object[kinds.length];
            for (int place = 0; place < kinds.length; place++) {
                given[place] = given(kinds[place], types[place].getTypeName(), part);
            }
            Object object = Modifier.isStatic(method.getModifiers()) ? null : made(owner);
            method.setAccessible(true);
            say(part, method.invoke(object, given));
            return;
        }
        if (!call[1].isEmpty()) {
            refuse(owner.getName() + "." + call[1]);
        }
    }

    private static Object made(Class<?> owner) throws Throwable {
        for (Constructor<?> constructor : owner.getDeclaredConstructors()) {
            Object[] given = Arrays.stream(constructor.getGenericParameterTypes())
                .map(type -> made(type.getTypeName())).toArray();
            if (!Arrays.asList(given).contains(null)) {
                constructor.setAccessible(true);
                return constructor.newInstance(given);
            }
        }
        refuse("the constructor of " + owner.getName());
        return null;
    }

    private static void refuse(String what) {
        System.err.println("It cannot be called: " + what + " wants something else than the input");
        System.exit(1);
    }

    private static Object given(String kind, String type, String part) {
        switch (kind) {
            case "part":
                if (type.endsWith("String")) {
                    return part;
                }
                return type.equals("long") ? (Object) Long.valueOf(part) : Integer.valueOf(part);
            case "first": return part.equals("1");
            case "second": return part.equals("2");
            case "no": return false;
            case "path": return path.toString();
            default: return made(type);
        }
    }

    /** Returns what is made of the input for a type, or null for another one. */
    private static Object made(String type) {
        switch (type) {
            case "java.lang.String": return text;
            case "java.lang.String[]": return text.lines().toArray(String[]::new);
            case "java.util.List<java.lang.String>":
            case "java.util.Collection<java.lang.String>":
            case "java.lang.Iterable<java.lang.String>": return text.lines().collect(Collectors.toList());
            case "java.util.stream.Stream<java.lang.String>": return text.lines();
            case "java.util.Scanner": return new Scanner(text);
            case "java.io.BufferedReader": return new BufferedReader(new StringReader(text));
            case "java.io.InputStream":
                return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
            case "java.nio.file.Path": return path;
            case "java.io.File": return path.toFile();
            case "boolean": return false;
            default: return null;
        }
    }

    private static void say(String part, Object returned) {
        Object answer = returned instanceof Optional ? ((Optional<?>) returned).orElse(null) : returned;
        if (answer == null) {
            return;
        }
        List<?> both = List.of();
        if (answer instanceof Map.Entry) {
            both = List.of(((Map.Entry<?, ?>) answer).getKey(), ((Map.Entry<?, ?>) answer).getValue());
        } else if (answer instanceof long[]) {
            both = Arrays.stream((long[]) answer).boxed().collect(Collectors.toList());
        } else if (answer instanceof int[]) {
            both = Arrays.stream((int[]) answer).boxed().collect(Collectors.toList());
        } else if (answer instanceof Object[]) {
            both = Arrays.asList((Object[]) answer);
        } else if (answer instanceof List) {
            both = (List<?>) answer;
        }
        // What has other values than two answers is something else.
        boolean areAnswers = both.stream().allMatch(each -> each instanceof Number || each instanceof String);
        if (part.equals("0") && both.size() == 2 && areAnswers) {
            System.out.println("Part 1: " + both.get(0) + "\nPart 2: " + both.get(1));
        } else if (part.equals("0")) {
            System.out.println(answer);
        } else {
            // A drawing stands below its label.
            System.out.println("Part " + part + ":" + (answer.toString().contains("\n") ? "\n" : " ") + answer);
        }
    }
}
