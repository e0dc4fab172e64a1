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
 * Words: the input's file, the class, the part, the methods as "1:part1,2:part2" or "0:solve".
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
        String name = Arrays.stream(names.split(","))
            .filter(each -> each.startsWith(part + ":"))
            .map(each -> each.substring(part.length() + 1))
            .findFirst().orElse("");
        for (Method method : owner.getDeclaredMethods()) {
            Object[] given = given(method.getGenericParameterTypes());
            if (!method.getName().equals(name) || method.isBridge() || given == null) {
                continue;
            }
            Object object = Modifier.isStatic(method.getModifiers()) ? null : made(owner);
            method.setAccessible(true);
            say(part, method.invoke(object, given));
            return;
        }
        refuse(name.isEmpty() ? "part " + part : owner.getName() + "." + name);
    }

    private static Object made(Class<?> owner) throws Throwable {
        for (Constructor<?> constructor : owner.getDeclaredConstructors()) {
            Object[] given = given(constructor.getGenericParameterTypes());
            if (given != null) {
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

    /** Returns what is given for some types, or null if one of them is something else than the input. */
    private static Object[] given(Type[] types) {
        Object[] given = Arrays.stream(types).map(type -> given(type.getTypeName())).toArray();
        return Arrays.asList(given).contains(null) ? null : given;
    }

    private static Object given(String type) {
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
            // Whether it is a test, or whether it is to say more.
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
        if (part.equals("0") && both.size() == 2) {
            System.out.println("Part 1: " + both.get(0) + "\nPart 2: " + both.get(1));
        } else if (part.equals("0")) {
            System.out.println(answer);
        } else {
            // A drawing stands below its label.
            System.out.println("Part " + part + ":" + (answer.toString().contains("\n") ? "\n" : " ") + answer);
        }
    }
}
