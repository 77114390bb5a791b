package dev.fcp.postgres;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Forwards the messages between clients and the server over loopback. It cuts a connection at a
 * given message, or has something done before it forwards that message.
 */
final class CuttingProxy implements AutoCloseable {

  private final ServerSocket listener;
  private final String url;
  private final String host;
  private final int port;
  private final AtomicReference<@Nullable Cut> armed = new AtomicReference<>();

  /** Who sends a message. */
  enum Sender {
    CLIENT,
    SERVER
  }

  /**
   * Where to cut.
   *
   * @param sender whose messages are counted
   * @param number the number of the message at which the connection is cut, from 1
   * @param isTorn whether the first half of that message is forwarded
   * @param instead what is done before the message is forwarded, instead of cutting
   */
  record Cut(Sender sender, int number, boolean isTorn, Optional<Runnable> instead) {

    Cut(Sender sender, int number, boolean isTorn) {
      this(sender, number, isTorn, Optional.empty());
    }

    Cut next() {
      return new Cut(sender, number - 1, isTorn, instead);
    }
  }

  /**
   * A proxy in front of a server.
   *
   * @param serverUrl the URL of the server
   * @param application the name of the connections in the list of the server
   */
  CuttingProxy(String serverUrl, String application) {
    URI server = URI.create(serverUrl.substring("jdbc:".length()));
    this.host = server.getHost();
    this.port = server.getPort();
    try {
      this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String path = serverUrl.substring(serverUrl.indexOf(server.getPath()));
    this.url =
        "jdbc:postgresql://%s:%d%s%ssslmode=disable&gssEncMode=disable&ApplicationName=%s"
            .formatted(
                listener.getInetAddress().getHostAddress(),
                listener.getLocalPort(),
                path,
                path.contains("?") ? "&" : "?",
                application);
    Thread.ofVirtual().start(this::accept);
  }

  /** The URL of the server through this proxy. */
  String url() {
    return url;
  }

  /** Cuts the next connection that sends so many messages. */
  void arm(Cut cut) {
    armed.set(cut);
  }

  /** Stops cutting; returns whether the message was reached. */
  boolean disarm() {
    return armed.getAndSet(null) == null;
  }

  private void accept() {
    try {
      while (!listener.isClosed()) {
        Socket client = listener.accept();
        Socket server = new Socket(host, port);
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        Thread.ofVirtual().start(() -> forward(Sender.CLIENT, client, server));
        Thread.ofVirtual().start(() -> forward(Sender.SERVER, server, client));
      }
    } catch (IOException e) {
      // It was closed.
    }
  }

  private void forward(Sender sender, Socket from, Socket to) {
    try (from;
        to) {
      DataInputStream in = new DataInputStream(from.getInputStream());
      OutputStream out = to.getOutputStream();
      // The first message of a client has no type.
      boolean isTyped = sender == Sender.SERVER;
      while (forwardMessage(sender, isTyped, in, out)) {
        isTyped = true;
      }
    } catch (IOException e) {
      // The other direction was cut, or the client has closed the connection.
    }
  }

  private boolean forwardMessage(
      Sender sender, boolean isTyped, DataInputStream in, OutputStream out) throws IOException {
    int type = isTyped ? in.read() : 0;
    if (type < 0) {
      throw new EOFException();
    }
    int size = in.readInt();
    byte[] message = new byte[size + (isTyped ? 1 : 0)];
    int start = isTyped ? 1 : 0;
    message[0] = (byte) type;
    for (int i = 0; i < Integer.BYTES; i++) {
      message[start + i] = (byte) (size >>> (8 * (Integer.BYTES - 1 - i)));
    }
    in.readFully(message, start + Integer.BYTES, size - Integer.BYTES);
    Cut reached =
        armed.updateAndGet(
            cut -> cut != null && cut.sender() == sender && cut.number() > 0 ? cut.next() : cut);
    if (reached != null && reached.sender() == sender && reached.number() == 0) {
      armed.set(null);
      if (reached.instead().isPresent()) {
        reached.instead().get().run();
        out.write(message);
        out.flush();
        return true;
      }
      if (reached.isTorn()) {
        out.write(Arrays.copyOf(message, message.length / 2));
        out.flush();
      }
      return false;
    }
    out.write(message);
    out.flush();
    return true;
  }

  @Override
  public void close() {
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
